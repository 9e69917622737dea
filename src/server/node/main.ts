import { readyText } from './console-text'
import { messageOf, OperatorError } from './operator-error'
import { checkedSettings } from './settings/settings'
import { closeOnSignal, startPortal } from './start'

try {
  const portal = await startPortal(checkedSettings(process.env), console.log)
  console.log(readyText(portal.url, portal.demo))
  closeOnSignal(portal, { signals: process, print: console.log, exit: (code) => process.exit(code) })
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : `The portal could not start: ${messageOf(error)}`)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}
