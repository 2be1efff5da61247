module example.com/debugprint

go 1.24
