import type { FileResult } from '../../../../src/server/payments/book-file'
import { simulateFiles } from '../../../../src/tools/simulate/simulate-files'
import { writeAll } from '../../../support/payments/bank-files'
import type { Portal } from '../../../support/portal'
import { bookFile } from './files'

type Simulation = Parameters<typeof simulateFiles>[1]

/** Returns the files of the simulator about the days before `today`. */
export const simulatedFiles = async ({ db }: Pick<Portal, 'db'>, simulation: Simulation) => {
  const { files } = await simulateFiles(db, simulation)
  return files.map(({ name, layout, content }) => ({ name, layout, bytes: writeAll(layout, content) }))
}

/** Books the simulated files about payments as their jobs do, on the day after the simulated ones. */
export const bookSimulatedFiles = async (
  place: Pick<Portal, 'db' | 'ports'>,
  simulation: Simulation,
): Promise<readonly FileResult[]> => {
  const results: FileResult[] = []
  for (const [index, { layout, bytes }] of (await simulatedFiles(place, simulation)).entries()) {
    const file = { bytes, SerialId: index + 1, receivedOn: simulation.today }
    if (layout !== 'cashFlow') results.push(await bookFile(place, { layout, ...file }))
  }
  return results
}
