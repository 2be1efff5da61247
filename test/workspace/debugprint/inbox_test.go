package inbox

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

var rules = []Rule{
	{Word: "invoice", Folder: "bills"},
	{Word: "reminder", Folder: "bills"},
	{Word: "build failed", Folder: "work"},
	{Word: "newsletter", Folder: "later"},
}

// withoutStdout sends what is printed to the null device: the benchmark's own result line goes to
// the standard output as well, and must not drown.
func withoutStdout(tb testing.TB) {
	tb.Helper()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = null
	tb.Cleanup(func() {
		os.Stdout = stdout
		null.Close()
	})
}

func messages(count int) []Message {
	subjects := []string{"Your invoice", "Build failed on main", "Lunch?", "Newsletter, May", "Reminder: rent"}
	paragraph := strings.Repeat("All work and no play makes a dull message. ", 100)
	all := make([]Message, count)
	for i := range all {
		all[i] = Message{
			From:    fmt.Sprintf("sender-%d@example.com", i),
			Subject: subjects[i%len(subjects)],
			Headers: map[string]string{"Message-Id": fmt.Sprintf("<%d@example.com>", i), "Precedence": "bulk"},
			Body:    paragraph,
		}
	}
	return all
}

func TestSort(t *testing.T) {
	withoutStdout(t)
	folders := Sort(messages(10), rules)
	for folder, want := range map[string]int{"bills": 4, "work": 2, "later": 2, "inbox": 2} {
		if got := len(folders[folder]); got != want {
			t.Errorf("%d messages in %s, want %d", got, folder, want)
		}
	}
}

func BenchmarkSort(b *testing.B) {
	withoutStdout(b)
	incoming := messages(50)

	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		Sort(incoming, rules)
	}
}
