module example.com/logging

go 1.24
