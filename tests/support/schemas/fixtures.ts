import { readFileSync } from 'node:fs'
import { coupon } from './coupon'
import { edgeCaseSchemas } from './edge-case-schemas'
import { everyType } from './every-type'
import { ledger } from './ledger'
import { voucher } from './voucher'

/** Returns the schema file that README.md shows as an example. */
export const readmeExample = (): string => /```json\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''

/**
 * Returns schema files as a bank may add them.
 * The tests that are generated from schemas must pass with these files as with the portal's own.
 */
export const fixtures = (): Readonly<Record<string, object>> => ({
  coupon,
  everyType,
  voucher,
  ledger,
  journeyCoupon: JSON.parse(readFileSync('tests/e2e/coupon.json', 'utf8')),
  readmeCoupon: JSON.parse(readmeExample()),
  ...edgeCaseSchemas,
})
