module example.com/meters

go 1.24
