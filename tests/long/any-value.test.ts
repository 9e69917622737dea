import { expect, test } from 'vitest'
import { crashesOf, wrongValues } from '../schema/wrong-values'

test('no value at any place of a file makes the checks throw', () => expect(crashesOf(() => wrongValues)).toEqual([]))
