import { taipeiToday } from '../../domain/dates/dates'
import { modules } from '../../modules'
import { demoDataSince } from '../../server/demo/demo-mark'
import { openStore } from '../../server/node/open-store'
import { OperatorError, type Terminal } from '../../server/node/operator-error'
import { toolSettings } from '../../server/node/settings/settings'
import { runCommand } from '../command-line'
import { readSimulateOptions, type SimulateOptions, usage } from './options'
import { simulateFiles, writeFiles } from './simulate-files'

/** Writes simulated bank files and returns the exit code. Prints failures as messages without a stack trace. */
export const runSimulate = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(terminal.print, async () => {
    if (args.includes('--help')) terminal.print(usage)
    else await simulate(readSimulateOptions(args), terminal)
  })

const simulate = async ({ folder, layouts, ...options }: SimulateOptions, { env, print }: Terminal): Promise<void> => {
  const settings = toolSettings(env)
  const target = folder ?? settings.bankFilesDir
  if (!target)
    throw new OperatorError(
      'There is no folder from which the portal takes files: set BANK_FILES_DIR, or name a folder with --folder.',
    )
  const store = await openStore(settings, print, { modules })
  try {
    if (settings.production || (await demoDataSince(store.db)) === undefined) throw new OperatorError(realPortalMessage)
    const { files, paymentCount } = await simulateFiles(store.db, { ...options, today: taipeiToday(new Date()) })
    if (paymentCount === 0)
      throw new OperatorError('Nothing was written: the portal has no bills that could be paid on these days.')
    const requestedFiles = files.filter(({ layout }) => layouts.includes(layout))
    await writeFiles(target, requestedFiles, store.layouts)
    print(`${requestedFiles.length} files are in ${target}.`)
  } finally {
    await store.close()
  }
}

const realPortalMessage =
  'Nothing was written: this is the database of a real portal, which would book the simulated payments as real ones. Use a demo portal, or a test database that npm run seed has filled.'
