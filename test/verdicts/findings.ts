/** What the command line says of benchmarks of public modules, and the edits that take it away. Lines are those of the version. */
export interface Finding {
  readonly package: string;
  /** Without `Benchmark`. */
  readonly benchmark: string;
  readonly part: string;
  /** The lines that the part costs, by file. */
  readonly costs: Readonly<Record<string, readonly number[]>>;
  /** By file, from the last to the first: the lines from one to another, and what stands in their place. */
  readonly edits: Readonly<Record<string, readonly Edit[]>>;
}

/** Where `to` is the line before `from`, the text is inserted before that. */
export type Edit = readonly [from: number, to: number, text: string];

export const findings: readonly Finding[] = [
  {
    package: 'github.com/peterbourgon/diskv/v3@v3.0.1',
    benchmark: 'Read__4KB_NoCache',
    part: 'looks for the file twice',
    costs: { 'diskv.go': [396] },
    edits: { 'diskv.go': [[396, 402, '']] },
  },
  {
    package: 'go.etcd.io/bbolt@v1.3.11',
    benchmark: 'DBBatchManual10x100',
    part: 'waits for the disk',
    costs: { 'tx.go': [479, 517] },
    edits: { 'db_test.go': [[1570, 1569, 'db.NoSync = true']] },
  },
  {
    package: 'github.com/miekg/dns@v1.1.62',
    benchmark: 'Serve',
    part: 'connects for each question',
    costs: { 'client.go': [164, 169] },
    edits: {
      'server_test.go': [
        [529, 529, '_, _, err := c.ExchangeWithConn(m, conn)'],
        [
          527,
          526,
          `conn, err := c.Dial(addrstr)
if err != nil {
	b.Fatal(err)
}
defer conn.Close()`,
        ],
      ],
    },
  },
  {
    package: 'github.com/sourcegraph/conc@v0.3.0/pool',
    benchmark: 'Pool/startup_and_teardown',
    part: 'waits until a new worker takes its task',
    costs: { 'pool.go': [51, 63] },
    edits: { 'pool.go': [[50, 51, 'p.handle.Go(func() { f(); p.worker() })']] },
  },
  {
    package: 'github.com/dustin/go-humanize@v1.1.0',
    benchmark: 'Bytes',
    part: 'formats a format',
    costs: { 'bytes.go': [104] },
    edits: { 'bytes.go': [[103, 105, 'return fmt.Sprintf("%.*f %s", digits, val, suffix)']] },
  },
  {
    package: 'github.com/hashicorp/go-version@v1.9.0',
    benchmark: 'VersionCompareV2',
    part: 'formats both versions',
    costs: { 'version.go': [171] },
    edits: { 'version.go': [[171, 173, '']] },
  },
  {
    package: 'github.com/sirupsen/logrus@v1.9.3',
    benchmark: 'LargeTextFormatter',
    part: 'copies the fields',
    costs: { 'text_formatter.go': [134, 135, 136] },
    edits: {
      'text_formatter.go': [
        [139, 138, '}'],
        [
          134,
          134,
          `data, copies := entry.Data, false
for _, key := range []fieldKey{FieldKeyTime, FieldKeyMsg, FieldKeyLevel, FieldKeyLogrusError, FieldKeyFunc, FieldKeyFile} {
	_, clashes := data[f.FieldMap.resolve(key)]
	copies = copies || clashes
}
if copies {
	data = make(Fields, len(entry.Data))`,
        ],
      ],
    },
  },
  {
    package: 'github.com/shopspring/decimal@v1.4.0',
    benchmark: 'Decimal_Add_different_precision',
    part: 'computes a power of ten',
    costs: { 'decimal.go': [499] },
    edits: {
      'decimal.go': [
        [499, 499, 'expScale := powerOfTen(int(diff))'],
        [
          485,
          484,
          `var powersOfTen = func() (powers [32]*big.Int) {
	for n := range powers {
		powers[n] = new(big.Int).Exp(tenInt, big.NewInt(int64(n)), nil)
	}
	return powers
}()

func powerOfTen(n int) *big.Int {
	if n < len(powersOfTen) {
		return powersOfTen[n]
	}
	return new(big.Int).Exp(tenInt, big.NewInt(int64(n)), nil)
}
`,
        ],
      ],
    },
  },
  {
    package: 'github.com/gorilla/mux@v1.8.1',
    benchmark: 'Mux',
    part: 'matches the path twice',
    costs: { 'regexp.go': [193] },
    edits: {
      'mux.go': [
        [
          420,
          420,
          `
	path    *routeRegexp
	matches []int
}

func (m *RouteMatch) matchesOf(r *routeRegexp, path string) []int {
	if m.path == r {
		return m.matches
	}
	return r.regexp.FindStringSubmatchIndex(path)
}`,
        ],
      ],
      'regexp.go': [
        [345, 345, 'matches := m.matchesOf(v.path, path)'],
        [
          193,
          193,
          'match.path, match.matches = r, r.regexp.FindStringSubmatchIndex(path)\nreturn match.matches != nil',
        ],
      ],
    },
  },
  {
    package: 'github.com/rivo/uniseg@v0.4.7',
    benchmark: 'GraphemesClass',
    part: 'looks for words, sentences and lines, too',
    costs: { 'step.go': [212, 213, 214] },
    edits: {
      'grapheme.go': [
        [61, 61, 'g.cluster, g.remaining, _, g.state = FirstGraphemeClusterInString(g.remaining, g.state)'],
      ],
    },
  },
];
