import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Short files whose tests take long.
 * In a fresh clone Vitest does not know the durations and starts with the largest files.
 */
export const longFiles = [
  'tests/e2e/dev.test.ts',
  'tests/e2e/start.test.ts',
  'tests/e2e/stop.test.ts',
  'tests/e2e/weight.test.ts',
  'tests/e2e/report-print.test.ts',
  'tests/e2e/own-collection.test.ts',
  'tests/e2e/corrected-upload.test.ts',
  'tests/e2e/notice-link.test.ts',
  'tests/e2e/payer.test.ts',
  'tests/e2e/tour.test.ts',
  'tests/e2e/bank-tour.test.ts',
  'tests/long/screens.test.ts',
  'tests/long/exceptions-emptied.test.ts',
  'tests/admin/pages/every-type-screens.test.tsx',
  'tests/admin/pages/accessibility.test.tsx',
  'tests/site/leave-walk.test.tsx',
  'tests/server/node/pglite.test.ts',
  'tests/server/tools/help.test.ts',
  'tests/server/node/keys.test.ts',
]

/**
 * Runs the files of each project that take longest first, so that its workers end at about the same time.
 * A worker is kept only for the next file of the same project.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => longFiles.some((file) => moduleId.endsWith(`/${file}`))
    const sorted = await super.sort(files)
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}
