import { expect, test } from 'vitest'
import { validateRecord } from '../../src/schema/rules/validate'
import { sampled } from '../support/sample'
import { portal } from './portal-files'
import { crashesOf, places, wrongValues } from './wrong-values'

test('no value at any place of a file makes the checks throw', () => {
  expect(places.length).toBeGreaterThan(250)
  // In the sample, each place gets one value, and the next place another.
  expect(crashesOf((index) => sampled(wrongValues, [wrongValues[index % wrongValues.length]]))).toEqual([])
})

test('no value that is sent for a field makes the validation throw', () => {
  const edgeCases = [...wrongValues, { toString: 1 }, [{ toString: 1 }], { length: 1 }, Number.MAX_VALUE, '\ud800']
  for (const resource of portal.resources) {
    for (const { name } of resource.fields) {
      for (const value of edgeCases) {
        expect(
          () => validateRecord(resource, { [name]: value }, { mode: 'create', today: '2026-11-20', role: '' }),
          `${resource.name}.${name} = ${JSON.stringify(value)}`,
        ).not.toThrow()
      }
    }
  }
})
