import fc from 'fast-check'
import { inject, test } from 'vitest'
import type { TemplateName } from '../../src/schema/slips/template'
import { missingTools } from '../documents/tools'
import { randomSlip } from '../support/slips/random-slips'
import { expectReadable } from '../support/slips/read-slips'
import { slips } from '../support/slips/slip-templates'

const count = inject('sample') ? 20 : 100

test.skipIf(missingTools())(
  `the codes of ${count} random bills of each template are read back from the printed page`,
  async () => {
    for (const template of Object.keys(slips) as TemplateName[])
      await expectReadable(fc.sample(randomSlip(template), count))
  },
)
