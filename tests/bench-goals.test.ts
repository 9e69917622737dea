import { expect, test } from 'vitest'
import { goalRows } from '../src/tools/bench/goals'
import { withLimit } from '../src/tools/bench/measure'

test('the benchmark lists each goal with the present figure, and marks those that are missed', () => {
  const speed = { title: 'import', portalFigure: 6138, unit: 'rows/s' }
  const memory = { title: 'memory', portalFigure: 300, unit: 'MiB' }
  const bare = { reference: 'bare SQL', referenceFigure: 10_000 }
  expect(
    goalRows([
      withLimit(speed, { min: 8000 }),
      withLimit(speed, { min: 6138 }),
      withLimit(memory, { max: 299 }),
      { ...speed, ...bare, ratioLimit: '≥ 0.8' },
      { ...speed, ...bare, ratioLimit: '≤ 0.8' },
      { ...speed, ...bare },
    ]),
  ).toEqual([
    '| import | ≥ 8,000 rows/s | 6,138 rows/s | missed |',
    '| import | ≥ 6,138 rows/s | 6,138 rows/s |  |',
    '| memory | ≤ 299 MiB | 300 MiB | missed |',
    '| import | ≥ 0.8 × bare SQL | 0.61 | missed |',
    '| import | ≤ 0.8 × bare SQL | 0.61 |  |',
  ])
})
