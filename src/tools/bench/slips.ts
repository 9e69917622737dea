import { slipPrinter } from '../../server/node/pdf/slip'
import { readPortalSchemas } from '../portal-schemas'
import { sampleSlip } from '../sample-slips'
import { type Measurement, medianTime } from './measure'

const count = 500

/** Measures slips per second in one file, compared with one document for each slip. */
export const benchSlips = async (): Promise<readonly Measurement[]> => {
  const printer = slipPrinter(readPortalSchemas('schemas').slips)
  const slips = Array.from({ length: count }, (_, index) => sampleSlip(String(index).padStart(6, '0')))
  const oneFileTime = await medianTime(5, () => printer.print(slips))
  const single = await medianTime(3, async () => {
    for (const slip of slips) await printer.print([slip])
  })
  return [
    {
      title: `slips, ${count} in one file`,
      portalFigure: perSecond(oneFileTime),
      unit: 'slips/s',
      reference: 'one document each, same library',
      referenceFigure: perSecond(single),
    },
  ]
}

const perSecond = (milliseconds: number) => (count * 1000) / milliseconds
