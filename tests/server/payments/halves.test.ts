import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainAccount } from '../../../src/domain/accounts/virtual-account'
import { halvesByAccount } from '../../../src/server/payments/book-file'
import type { ReportedLine } from '../../../src/server/payments/book-lines'

const accounts = ['77001260000017', '0077001260000017', '77001260000028', '77001260000039', '77001260000041']

test('all lines of an account are booked in one half, in the order of the file, and no line is lost', () => {
  const account = fc.constantFrom(...accounts)
  fc.assert(
    fc.property(fc.array(account, { maxLength: 30 }), (VACAccounts) => {
      const lines = VACAccounts.map((VACAccount, index) => ({
        lineNo: index + 1,
        line: { VACAccount } as ReportedLine,
      }))
      const halves = halvesByAccount(lines)
      const halfOf = new Map<string, number>()
      for (const [half, numbered] of halves.entries())
        for (const { line } of numbered) {
          const plain = plainAccount(line.VACAccount)
          expect(halfOf.get(plain) ?? half).toBe(half)
          halfOf.set(plain, half)
        }
      for (const half of halves)
        expect(half.map(({ lineNo }) => lineNo)).toEqual(half.map(({ lineNo }) => lineNo).toSorted((a, b) => a - b))
      expect(
        halves
          .flat()
          .map(({ lineNo }) => lineNo)
          .toSorted((a, b) => a - b),
      ).toEqual(lines.map(({ lineNo }) => lineNo))
    }),
  )
})

test('the accounts of a company are divided about equally', () => {
  const lines = Array.from({ length: 200 }, (_, index) => ({
    lineNo: index,
    line: { VACAccount: String(77001260000017 + index * 11) } as ReportedLine,
  }))
  for (const half of halvesByAccount(lines)) expect(half.length).toBeGreaterThan(60)
})
