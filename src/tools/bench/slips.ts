import { slipPrinter } from '../../server/node/pdf/slip'
import { loadModules } from '../module-files'
import { readPortalSchemas } from '../portal-schemas'
import { sampleSlip } from '../sample-slips'
import { type Measurement, medianTime } from './measure'

const slipCount = 500

/** Measures how many slips are printed per second into one file, compared with a file for each slip. */
export const benchSlips = async (): Promise<readonly Measurement[]> => {
  const printer = slipPrinter(readPortalSchemas('schemas', await loadModules()).slips)
  const slips = Array.from({ length: slipCount }, (_, index) => sampleSlip(String(index).padStart(6, '0')))
  const oneFileTime = await medianTime(5, () => printer.print(slips))
  const oneByOneTime = await medianTime(3, async () => {
    for (const slip of slips) await printer.print([slip])
  })
  return [
    {
      title: `slips, ${slipCount} in one file`,
      portalFigure: slipsPerSecond(oneFileTime),
      unit: 'slips/s',
      reference: 'one document each, same library',
      referenceFigure: slipsPerSecond(oneByOneTime),
    },
  ]
}

const slipsPerSecond = (milliseconds: number) => (slipCount * 1000) / milliseconds
