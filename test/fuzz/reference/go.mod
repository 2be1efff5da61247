module pproflens.example/reference

go 1.24.0

require github.com/google/pprof v0.0.0-20251114195745-4902fdda35c8
