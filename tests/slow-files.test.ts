import { expect, test } from 'vitest'
import { filesBelow } from '../src/tools/metrics/imports'
import { longFiles } from './support/vitest/long-files-first'
import { everydayJourneys, longWalks, slow } from './support/vitest/slow-files'

const files = filesBelow('tests')

/** Returns the patterns that a pattern with braces stands for. */
const alternatives = (pattern: string): readonly string[] => {
  const [braces, list = ''] = /\{([^{}]*)\}/.exec(pattern) ?? []
  return braces === undefined ? [pattern] : list.split(',').flatMap((one) => alternatives(pattern.replace(braces, one)))
}

const matchesFile = (pattern: string): boolean => {
  const [start = '', end] = pattern.split('*')
  return files.some((file) =>
    end === undefined ? file === start : file.startsWith(start) && file.endsWith(end) && file.length >= pattern.length,
  )
}

// A renamed file would silently leave the list, and run in `npm test` again.
test.each([...Object.values(slow).flat(), ...everydayJourneys, ...longWalks, ...longFiles].flatMap(alternatives))(
  '%s matches a test file',
  (pattern) => expect(matchesFile(pattern)).toBe(true),
)
