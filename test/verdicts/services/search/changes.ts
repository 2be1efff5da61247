import type { ChangedCode } from '../../servedPrograms.ts';

export const searchChanges: readonly ChangedCode[] = [
  {
    name: 'few-best',
    benchmark: 'BenchmarkSearch',
    edits: [
      [
        `	sort.Slice(hits, func(i, j int) bool { return before(hits[i], hits[j]) })
	return hits[:min(most, len(hits))]
`,
        `	found := make([]Hit, 0, most+1)
	for _, hit := range hits {
		if len(found) == most && !before(hit, found[most-1]) {
			continue
		}
		at := sort.Search(len(found), func(i int) bool { return before(hit, found[i]) })
		found = append(found, hit)
		copy(found[at+1:], found[at:])
		found[at] = hit
		found = found[:min(most, len(found))]
	}
	return found
`,
      ],
    ],
  },
  {
    name: 'scores-sized',
    benchmark: 'BenchmarkSearch',
    edits: [['	scores := map[int]float64{}\n', '	scores := make(map[int]float64, len(x.texts)/2)\n']],
  },
  {
    name: 'powers',
    benchmark: 'BenchmarkSearch',
    edits: [
      [
        '	return float64(count) / (float64(count) + 0.5',
        '	return math.Pow(float64(count), 1.1) / (math.Pow(float64(count), 1.1) + 0.5',
      ],
    ],
  },
  {
    name: 'patterns-kept',
    benchmark: 'BenchmarkMarked',
    edits: [
      [
        '		pattern := regexp.MustCompile(`(?i)\\b` + regexp.QuoteMeta(word) + `\\b`)\n',
        '		pattern := patternOf(word)\n',
      ],
      [
        'func firstTexts(',
        `var patterns sync.Map

func patternOf(word string) *regexp.Regexp {
	if kept, ok := patterns.Load(word); ok {
		return kept.(*regexp.Regexp)
	}
	pattern := regexp.MustCompile("(?i)\\\\b" + regexp.QuoteMeta(word) + "\\\\b")
	patterns.Store(word, pattern)
	return pattern
}

func firstTexts(`,
      ],
    ],
  },
  {
    name: 'counted-pairs',
    benchmark: 'BenchmarkCommon',
    edits: [
      [
        `	words := make([]string, 0, len(counts))
	for word := range counts {
		words = append(words, word)
	}
	sort.Slice(words, func(i, j int) bool {
		if counts[words[i]] != counts[words[j]] {
			return counts[words[i]] > counts[words[j]]
		}
		return words[i] < words[j]
	})
	return words[:min(most, len(words))]
`,
        `	type pair struct {
		word  string
		count int
	}
	pairs := make([]pair, 0, len(counts))
	for word, count := range counts {
		pairs = append(pairs, pair{word, count})
	}
	sort.Slice(pairs, func(i, j int) bool {
		if pairs[i].count != pairs[j].count {
			return pairs[i].count > pairs[j].count
		}
		return pairs[i].word < pairs[j].word
	})
	words := make([]string, min(most, len(pairs)))
	for i := range words {
		words[i] = pairs[i].word
	}
	return words
`,
      ],
    ],
  },
];
