package meters

import (
	"fmt"
	"testing"
)

// lines makes the text of as many readings as a district with this many meters sends in an hour, four for each of them.
func lines(meters int) []string {
	made := make([]string, 0, 4*meters)
	for i := range 4 * meters {
		made = append(made, fmt.Sprintf("de-%06d ; t=%d ; %d.%03dWh ; %s", i%meters, 1700000000+900*i, 120+i%97, i%1000, tariffs[i%len(tariffs)]))
	}
	return made
}

var tariffs = []string{"Day", "Night", "Weekend"}

// must keeps the benchmarks short: readings that they made themselves have no mistakes.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func BenchmarkRank(b *testing.B) {
	for _, meters := range []int{10, 20, 50, 100, 200, 500, 1000, 2000, 3000, 4000, 5000, 6000} {
		b.Run(fmt.Sprintf("meters=%d/largest=%d", meters, meters/10), func(b *testing.B) {
			totals := must(Totals(lines(meters)))
			for b.Loop() {
				if ranked := Rank(totals, meters/10); len(ranked) != meters/10 {
					b.Fatalf("%d of %d names are ranked, although there are %d totals", len(ranked), meters/10, len(totals))
				}
			}
		})
	}
}

func BenchmarkParse1(b *testing.B) {
	readings := lines(1)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkParse2(b *testing.B) {
	readings := lines(2)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkParse5(b *testing.B) {
	readings := lines(5)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkParse10(b *testing.B) {
	readings := lines(10)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkParse20(b *testing.B) {
	readings := lines(20)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkParse50(b *testing.B) {
	readings := lines(50)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkParse100(b *testing.B) {
	readings := lines(100)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkParse200(b *testing.B) {
	readings := lines(200)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkParse500(b *testing.B) {
	readings := lines(500)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkParse1000(b *testing.B) {
	readings := lines(1000)
	for b.Loop() {
		for _, line := range readings {
			if reading, err := Parse(line); err != nil || reading.WattHours < 120 || reading.Seconds < 1700000000 {
				b.Fatalf("the reading %q was read as %+v, which is not what the meter has sent; the error is %v", line, reading, err)
			}
		}
	}
}

func BenchmarkTotals1(b *testing.B) {
	readings := lines(1)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkTotals2(b *testing.B) {
	readings := lines(2)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkTotals5(b *testing.B) {
	readings := lines(5)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkTotals10(b *testing.B) {
	readings := lines(10)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkTotals20(b *testing.B) {
	readings := lines(20)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkTotals50(b *testing.B) {
	readings := lines(50)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkTotals100(b *testing.B) {
	readings := lines(100)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkTotals200(b *testing.B) {
	readings := lines(200)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkTotals500(b *testing.B) {
	readings := lines(500)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkTotals1000(b *testing.B) {
	readings := lines(1000)
	for b.Loop() {
		if totals, err := Totals(readings); err != nil || len(totals) < len(readings)/4 {
			b.Fatalf("%d totals of %d readings, of which each meter has sent four; the error is %v", len(totals), len(readings), err)
		}
	}
}

func BenchmarkReport1(b *testing.B) {
	totals := must(Totals(lines(1)))
	for b.Loop() {
		if report := Report(totals, 20); len(report) < 20 {
			b.Fatalf("the report of %d totals has hardly any text, although it has a line for each of the largest: %q", len(totals), report)
		}
	}
}

func BenchmarkReport2(b *testing.B) {
	totals := must(Totals(lines(2)))
	for b.Loop() {
		if report := Report(totals, 20); len(report) < 20 {
			b.Fatalf("the report of %d totals has hardly any text, although it has a line for each of the largest: %q", len(totals), report)
		}
	}
}

func BenchmarkReport5(b *testing.B) {
	totals := must(Totals(lines(5)))
	for b.Loop() {
		if report := Report(totals, 20); len(report) < 20 {
			b.Fatalf("the report of %d totals has hardly any text, although it has a line for each of the largest: %q", len(totals), report)
		}
	}
}

func BenchmarkReport10(b *testing.B) {
	totals := must(Totals(lines(10)))
	for b.Loop() {
		if report := Report(totals, 20); len(report) < 20 {
			b.Fatalf("the report of %d totals has hardly any text, although it has a line for each of the largest: %q", len(totals), report)
		}
	}
}

func BenchmarkReport20(b *testing.B) {
	totals := must(Totals(lines(20)))
	for b.Loop() {
		if report := Report(totals, 20); len(report) < 20 {
			b.Fatalf("the report of %d totals has hardly any text, although it has a line for each of the largest: %q", len(totals), report)
		}
	}
}

func BenchmarkReport50(b *testing.B) {
	totals := must(Totals(lines(50)))
	for b.Loop() {
		if report := Report(totals, 20); len(report) < 20 {
			b.Fatalf("the report of %d totals has hardly any text, although it has a line for each of the largest: %q", len(totals), report)
		}
	}
}

func BenchmarkReport100(b *testing.B) {
	totals := must(Totals(lines(100)))
	for b.Loop() {
		if report := Report(totals, 20); len(report) < 20 {
			b.Fatalf("the report of %d totals has hardly any text, although it has a line for each of the largest: %q", len(totals), report)
		}
	}
}

func BenchmarkReport200(b *testing.B) {
	totals := must(Totals(lines(200)))
	for b.Loop() {
		if report := Report(totals, 20); len(report) < 20 {
			b.Fatalf("the report of %d totals has hardly any text, although it has a line for each of the largest: %q", len(totals), report)
		}
	}
}

func BenchmarkReport500(b *testing.B) {
	totals := must(Totals(lines(500)))
	for b.Loop() {
		if report := Report(totals, 20); len(report) < 20 {
			b.Fatalf("the report of %d totals has hardly any text, although it has a line for each of the largest: %q", len(totals), report)
		}
	}
}
