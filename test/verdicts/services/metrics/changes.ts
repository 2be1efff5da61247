import type { ChangedCode } from '../../servedPrograms.ts';

export const metricsChanges: readonly ChangedCode[] = [
  {
    name: 'appended',
    benchmark: 'BenchmarkExpose',
    edits: [
      [
        '			fmt.Fprintf(&out, "requests_seconds_bucket{path=\\"%s\\",le=\\"%g\\"} %d\\n", path, float64(limit)/1e6, sum)\n',
        `			line = append(append(append(line[:0], "requests_seconds_bucket{path=\\""...), path...), "\\",le=\\""...)
			line = append(strconv.AppendFloat(line, float64(limit)/1e6, 'g', -1, 64), "\\"} "...)
			out.Write(append(strconv.AppendInt(line, int64(sum), 10), '\\n'))
`,
      ],
      ['	var out strings.Builder\n', '	var out strings.Builder\n	var line []byte\n'],
    ],
  },
  {
    name: 'one-replacer',
    benchmark: 'BenchmarkExpose',
    edits: [
      [
        'func label(text string) string {\n	return strings.NewReplacer(`\\`, `\\\\`, `"`, `\\"`, "\\n", `\\n`).Replace(text)\n',
        'var quoted = strings.NewReplacer(`\\`, `\\\\`, `"`, `\\"`, "\\n", `\\n`)\n\nfunc label(text string) string {\n	return quoted.Replace(text)\n',
      ],
    ],
  },
  {
    name: 'digits-first',
    benchmark: 'BenchmarkParse',
    edits: [
      [
        '		if _, err := strconv.Atoi(part); err == nil {\n',
        `		if part == "" || part[0] < '0' || part[0] > '9' {
			continue
		}
		if _, err := strconv.Atoi(part); err == nil {
`,
      ],
    ],
  },
  {
    name: 'scanned',
    benchmark: 'BenchmarkParse',
    edits: [
      [
        '	micros, err := strconv.Atoi(fields[4])\n	if err != nil {\n',
        '	micros := 0\n	if _, err := fmt.Sscanf(fields[4], "%d", &micros); err != nil {\n',
      ],
    ],
  },
  {
    name: 'pooled',
    benchmark: 'BenchmarkPack',
    edits: [
      [
        '	writer := gzip.NewWriter(&out)\n	writer.Write(text)\n	writer.Close()\n',
        `	writer := writers.Get().(*gzip.Writer)
	writer.Reset(&out)
	writer.Write(text)
	writer.Close()
	writers.Put(writer)
`,
      ],
      [
        '// Pack makes',
        'var writers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}\n\n// Pack makes',
      ],
    ],
  },
  {
    name: 'same',
    benchmark: 'BenchmarkQuantiles',
    edits: [
      [
        '	times := map[string][]int{}\n	for _, record := range records {\n		times[record.Path] = append(times[record.Path], record.Micros)\n	}\n',
        `	times := make(map[string][]int)
	for i := range records {
		record := &records[i]
		times[record.Path] = append(times[record.Path], record.Micros)
	}
`,
      ],
    ],
  },
];
