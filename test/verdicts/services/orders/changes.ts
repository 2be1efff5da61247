import type { ChangedCode } from '../../servedPrograms.ts';

export const ordersChanges: readonly ChangedCode[] = [
  {
    name: 'keys-once',
    benchmark: 'BenchmarkSummary',
    edits: [
      [
        `	sort.Slice(all, func(i, j int) bool { return key(all[i]) < key(all[j]) })
	return all
`,
        `	keys := make(map[string]string, len(all))
	for _, row := range all {
		keys[row.Customer] = key(row)
	}
	sort.Slice(all, func(i, j int) bool { return keys[all[i].Customer] < keys[all[j].Customer] })
	return all
`,
      ],
    ],
  },
  {
    name: 'sku-by-hand',
    benchmark: 'BenchmarkCheck',
    edits: [
      ['	sku   = regexp.MustCompile(`^[A-Z]{2}-[0-9]{3,5}(-[a-z]+)?$`)\n', ''],
      [
        '	return sku.MatchString(text)\n',
        `	if len(text) < 6 || !within(text[:2], 'A', 'Z') || text[2] != '-' {
		return false
	}
	digits, rest, more := strings.Cut(text[3:], "-")
	if len(digits) < 3 || len(digits) > 5 || !within(digits, '0', '9') {
		return false
	}
	return !more || rest != "" && within(rest, 'a', 'z')
}

func within(text string, first, last byte) bool {
	for i := range len(text) {
		if text[i] < first || text[i] > last {
			return false
		}
	}
	return true
`,
      ],
    ],
  },
  {
    name: 'seen-sized',
    benchmark: 'BenchmarkCheck',
    edits: [['seen := map[string]bool{}', 'seen := make(map[string]bool, len(order.Items))']],
  },
  {
    name: 'built-text',
    benchmark: 'BenchmarkSign',
    edits: [
      [
        `	text := order.ID + "\\n" + order.Customer + "\\n" + order.Email + "\\n"
`,
        `	built := make([]byte, 0, 1024)
	built = append(built, order.ID+"\\n"+order.Customer+"\\n"+order.Email+"\\n"...)
`,
      ],
      ['		text += fmt.Sprintf(', '		built = fmt.Appendf(built, '],
      [
        '	sum := sha256.Sum256([]byte(text))\n',
        '	text := string(built)\n	sum := sha256.Sum256([]byte(text))\n',
      ],
    ],
  },
  {
    name: 'more-rounds',
    benchmark: 'BenchmarkSign',
    edits: [['for range 4 {', 'for range 10 {']],
  },
  {
    name: 'money-appended',
    benchmark: 'BenchmarkInvoice',
    edits: [
      [
        `	return fmt.Sprintf("%d.%02d", cents/100, cents%100)
`,
        `	text := strconv.AppendInt(nil, int64(cents/100), 10)
	return string(append(text, '.', byte('0'+cents/10%10), byte('0'+cents%10)))
`,
      ],
    ],
  },
  {
    name: 'renamed',
    benchmark: 'BenchmarkInvoice',
    edits: [
      [
        `	var out bytes.Buffer
	if err := page.Execute(&out, order); err != nil {
		return err.Error()
	}
	return out.String()
`,
        `	printed := new(bytes.Buffer)
	err := page.Execute(printed, order)
	if err == nil {
		return printed.String()
	}
	return err.Error()
`,
      ],
    ],
  },
];
