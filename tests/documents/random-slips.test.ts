import fc from 'fast-check'
import { test } from 'vitest'
import type { TemplateName } from '../../src/schema/slips/template'
import { sampled } from '../support/sample'
import { randomSlip } from '../support/slips/random-slips'
import { expectReadable } from '../support/slips/read-slips'
import { slips } from '../support/slips/slip-templates'
import { missingTools } from './tools'

const count = sampled(100, 5)

test.skipIf(missingTools()).each(Object.keys(slips) as TemplateName[])(
  `a printed slip of ${count} random bills in %s can be scanned, with each code exactly as computed, and shows its texts`,
  (template) => expectReadable(fc.sample(randomSlip(template), count)),
)
