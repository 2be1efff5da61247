// Package meters sums up what electricity meters have measured, from lines of text as the meters send them. Its lines are
// as long as those of much public code: 120 characters.
package meters

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// ErrIncomplete is what Parse answers for a line that lacks a field.
var ErrIncomplete = errors.New("a reading has a meter, a time in seconds, a value in watt hours and the name of a tariff")

// Reading is what one meter has measured by one time.
type Reading struct {
	Meter     string
	Seconds   int64
	WattHours float64
	Tariff    string
}

// Parse reads one line: the meter, a time, a value and a tariff, with semicolons between them, in any amount of space.
func Parse(line string) (Reading, error) {
	fields := strings.FieldsFunc(line, func(char rune) bool { return char == ';' || char == ' ' || char == '\t' })
	if len(fields) < 4 {
		return Reading{}, fmt.Errorf("%q has %d of 4 fields: %w", line, len(fields), ErrIncomplete)
	}
	seconds, secondsErr := strconv.ParseInt(strings.TrimPrefix(fields[1], "t="), 10, 64)
	wattHours, wattHoursErr := strconv.ParseFloat(strings.TrimSuffix(strings.ToLower(fields[2]), "wh"), 64)
	if err := errors.Join(secondsErr, wattHoursErr); err != nil {
		return Reading{}, fmt.Errorf("%q: %w", line, err)
	}
	return Reading{Meter: strings.ToUpper(fields[0]), Seconds: seconds, WattHours: wattHours, Tariff: fields[3]}, nil
}

// Totals adds the values of each meter and tariff, under a name that has both: METER/tariff.
func Totals(lines []string) (map[string]float64, error) {
	totals := make(map[string]float64)
	for number, line := range lines {
		reading, err := Parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
		totals[strings.Join([]string{reading.Meter, strings.ToLower(strings.TrimSpace(reading.Tariff))}, "/")] += reading.WattHours
	}
	return totals, nil
}

// Rank answers the names of the largest totals, largest first; names of equal totals are in the order of the alphabet.
func Rank(totals map[string]float64, most int) []string {
	names := make([]string, 0, len(totals))
	for name := range totals {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		return totals[names[i]] > totals[names[j]] || totals[names[i]] == totals[names[j]] && names[i] < names[j]
	})
	return names[:min(most, len(names))]
}

// Report writes the largest totals below each other, as a table of two columns with the place of each in front of it.
func Report(totals map[string]float64, most int) string {
	var report strings.Builder
	for place, name := range Rank(totals, most) {
		report.WriteString(fmt.Sprintf("%3d. %-24s %12.3f kWh in all, %6.2f%% of the whole\n", place+1, name, totals[name]/1000, share(totals, name)))
	}
	return report.String()
}

func share(totals map[string]float64, name string) float64 {
	whole := 0.0
	for _, total := range totals {
		whole += total
	}
	return 100 * totals[name] / whole
}
