module example.com/template

go 1.24
