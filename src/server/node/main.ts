import { modules } from '../../modules'
import { readyText } from './console-text'
import { operatorOutput } from './log'
import { messageOf, OperatorError } from './operator-error'
import { checkedSettings } from './settings/settings'
import { closeOnSignal, startPortal } from './start'

// Starts the portal as a process of its own (`npm start` runs the built file).
const { print, printFailure } = operatorOutput(process.env, process.stdout.isTTY)

const exitWithError = (summary: string, error: unknown): void => {
  printFailure(error instanceof OperatorError ? error.message : `${summary}: ${messageOf(error)}`, error)
  process.exit(1)
}

process.on('uncaughtException', (error) => exitWithError('The portal stopped because of an unexpected error', error))

try {
  const portal = await startPortal(checkedSettings(process.env), modules, print)
  print(readyText(portal.url, portal.demo))
  closeOnSignal(portal, { signals: process, print, exit: (code) => process.exit(code) })
} catch (error) {
  exitWithError('The portal could not start', error)
}
