import { readFileSync } from 'node:fs'
import { coupon } from './coupon'
import { everyType } from './every-type'
import { ledger } from './ledger'
import { oddShapes } from './odd-shapes'
import { voucher } from './voucher'

/** Returns the schema file that README.md shows as an example. */
export const readmeExample = (): string => /```json\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''

/** Files as people may add them, for the tests that are generated from schemas: what these tests ask of the portal's own files they ask of any. */
export const fixtures = (): Readonly<Record<string, object>> => ({
  coupon,
  everyType,
  voucher,
  ledger,
  journeyCoupon: JSON.parse(readFileSync('tests/e2e/coupon.json', 'utf8')),
  readmeCoupon: JSON.parse(readmeExample()),
  ...oddShapes,
})
