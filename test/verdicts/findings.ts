/** What the command line says of benchmarks of public modules, and the edits that take it away. */
export interface Finding {
  readonly package: string;
  /** Without `Benchmark`. */
  readonly benchmark: string;
  readonly part: string;
  /** What the part costs: the lines that begin with these texts, by file. */
  readonly costs: Readonly<Record<string, readonly string[]>>;
  /** By file, a text and what stands in its place. */
  readonly edits: Readonly<Record<string, readonly (readonly [text: string, edited: string])[]>>;
}

export const findings: readonly Finding[] = [
  {
    package: 'github.com/peterbourgon/diskv/v3@v3.0.1',
    benchmark: 'Read__4KB_NoCache',
    part: 'looks for the file twice',
    costs: { 'diskv.go': ['fi, err := os.Stat(filename)'] },
    edits: {
      'diskv.go': [
        [
          '\tfi, err := os.Stat(filename)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tif fi.IsDir() {\n\t\treturn nil, os.ErrNotExist\n\t}\n\n',
          '',
        ],
      ],
    },
  },
  {
    package: 'go.etcd.io/bbolt@v1.3.11',
    benchmark: 'DBBatchManual10x100',
    part: 'waits for the disk',
    costs: { 'tx.go': ['if err := fdatasync(tx.db);'] },
    edits: {
      'db_test.go': [
        [
          'func BenchmarkDBBatchManual10x100(b *testing.B) {\n\tdb := btesting.MustCreateDB(b)\n',
          'func BenchmarkDBBatchManual10x100(b *testing.B) {\n\tdb := btesting.MustCreateDB(b)\n\tdb.NoSync = true\n',
        ],
      ],
    },
  },
  {
    package: 'github.com/miekg/dns@v1.1.62',
    benchmark: 'Serve',
    part: 'connects for each question',
    costs: { 'client.go': ['co, err := c.Dial(address)', 'defer co.Close()'] },
    edits: {
      'server_test.go': [
        [
          '\tb.StartTimer()\n\tfor i := 0; i < b.N; i++ {\n\t\t_, _, err := c.Exchange(m, addrstr)',
          `	conn, err := c.Dial(addrstr)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	b.StartTimer()
	for i := 0; i < b.N; i++ {
		_, _, err := c.ExchangeWithConn(m, conn)`,
        ],
      ],
    },
  },
  {
    package: 'github.com/sourcegraph/conc@v0.3.0/pool',
    benchmark: 'Pool/startup_and_teardown',
    part: 'waits until a new worker takes its task',
    costs: { 'pool.go': ['p.tasks <- f'] },
    edits: {
      'pool.go': [
        [
          'p.handle.Go(p.worker)\n\t\t\tp.tasks <- f\n\t\t}\n\t} else',
          'p.handle.Go(func() {\n\t\t\t\tf()\n\t\t\t\tp.worker()\n\t\t\t})\n\t\t}\n\t} else',
        ],
      ],
    },
  },
  {
    package: 'github.com/dustin/go-humanize@v1.1.0',
    benchmark: 'Bytes',
    part: 'formats a format',
    costs: { 'bytes.go': ['f := fmt.Sprintf(ff, digits)'] },
    edits: {
      'bytes.go': [
        [
          '\tff := "%%.%df %%s"\n\tf := fmt.Sprintf(ff, digits)\n\treturn fmt.Sprintf(f, val, suffix)',
          '\treturn fmt.Sprintf("%.*f %s", digits, val, suffix)',
        ],
      ],
    },
  },
  {
    package: 'github.com/hashicorp/go-version@v1.9.0',
    benchmark: 'VersionCompareV2',
    part: 'formats both versions',
    costs: { 'version.go': ['if v.String() == other.String() {'] },
    edits: { 'version.go': [['\tif v.String() == other.String() {\n\t\treturn 0\n\t}\n', '']] },
  },
  {
    package: 'github.com/sirupsen/logrus@v1.9.3',
    benchmark: 'LargeTextFormatter',
    part: 'copies the fields',
    costs: {
      'text_formatter.go': ['data := make(Fields)', 'for k, v := range entry.Data {', 'data[k] = v'],
    },
    edits: {
      'text_formatter.go': [
        [
          `	data := make(Fields)
	for k, v := range entry.Data {
		data[k] = v
	}
	prefixFieldClashes(data, f.FieldMap, entry.HasCaller())
`,
          `	data := entry.Data
	for _, key := range []fieldKey{FieldKeyTime, FieldKeyMsg, FieldKeyLevel, FieldKeyLogrusError, FieldKeyFunc, FieldKeyFile} {
		if _, clashes := data[f.FieldMap.resolve(key)]; clashes {
			data = make(Fields, len(entry.Data))
			for k, v := range entry.Data {
				data[k] = v
			}
			prefixFieldClashes(data, f.FieldMap, entry.HasCaller())
			break
		}
	}
`,
        ],
      ],
    },
  },
  {
    package: 'github.com/shopspring/decimal@v1.4.0',
    benchmark: 'Decimal_Add_different_precision',
    part: 'computes a power of ten',
    costs: { 'decimal.go': ['expScale := new(big.Int).Exp(tenInt, big.NewInt(int64(diff)), nil)'] },
    edits: {
      'decimal.go': [
        [
          '\texpScale := new(big.Int).Exp(tenInt, big.NewInt(int64(diff)), nil)\n\tif exp > d.exp',
          `	var expScale *big.Int
	if int(diff) < len(powersOfTen) {
		expScale = powersOfTen[int(diff)]
	} else {
		expScale = new(big.Int).Exp(tenInt, big.NewInt(int64(diff)), nil)
	}
	if exp > d.exp`,
        ],
        [
          'func (d Decimal) rescale(exp int32) Decimal {',
          `var powersOfTen = func() (powers [32]*big.Int) {
	for i := range powers {
		powers[i] = new(big.Int).Exp(tenInt, big.NewInt(int64(i)), nil)
	}
	return powers
}()

func (d Decimal) rescale(exp int32) Decimal {`,
        ],
      ],
    },
  },
  {
    package: 'github.com/gorilla/mux@v1.8.1',
    benchmark: 'Mux',
    part: 'matches the path twice',
    costs: { 'regexp.go': ['return r.regexp.MatchString(path)'] },
    edits: {
      'mux.go': [['\tMatchErr error\n}', '\tMatchErr error\n\n\tpath    *routeRegexp\n\tmatches []int\n}']],
      'regexp.go': [
        [
          'return r.regexp.MatchString(path)',
          'match.path, match.matches = r, r.regexp.FindStringSubmatchIndex(path)\n\treturn match.matches != nil',
        ],
        [
          'matches := v.path.regexp.FindStringSubmatchIndex(path)',
          'matches := m.matches\n\t\tif m.path != v.path {\n\t\t\tmatches = v.path.regexp.FindStringSubmatchIndex(path)\n\t\t}',
        ],
      ],
    },
  },
  {
    package: 'github.com/rivo/uniseg@v0.4.7',
    benchmark: 'GraphemesClass',
    part: 'looks for words, sentences and lines, too',
    costs: {
      'step.go': [
        'wordState, wordBoundary = transitionWordBreakState(wordState, r, nil,',
        'sentenceState, sentenceBoundary = transitionSentenceBreakState(sentenceState, r, nil,',
        'lineState, lineBreak = transitionLineBreakState(lineState, r, nil,',
      ],
    },
    edits: {
      'grapheme.go': [
        [
          'g.cluster, g.remaining, g.boundaries, g.state = StepString(',
          'g.cluster, g.remaining, _, g.state = FirstGraphemeClusterInString(',
        ],
      ],
    },
  },
];
