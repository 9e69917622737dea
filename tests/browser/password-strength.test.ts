import { expect, test } from 'vitest'
import { passwordStrength } from '../../src/browser/PasswordGuide'

const owner = { userId: 'maker01', uniformNo: '90000017' }

test.each([
  ['', 0],
  ['short1', 1],
  ['xmaker01y', 1],
  ['P@ssw0rd2026', 1],
  ['kite77mo', 2],
  ['Kite77Moon', 3],
  ['Kite77Moon!River52', 4],
])('%s has strength %i', (password, strength) => {
  expect(passwordStrength(password, owner)).toBe(strength)
})
