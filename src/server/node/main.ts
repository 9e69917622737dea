import { demoText } from './demo-text'
import { StartRefusal } from './operator-error'
import { checkedSettings } from './settings/settings'
import { leaveOnSignal, startPortal } from './start'

try {
  const portal = await startPortal(checkedSettings(process.env), console.log)
  console.log(`\nThe portal is ready: ${portal.url}   (Ctrl-C stops it)`)
  if (portal.demo) console.log(demoText(portal.url, portal.demo))
  leaveOnSignal(portal, { signals: process, say: console.log, exit: (code) => process.exit(code) })
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : `The portal could not start: ${error instanceof Error ? error.message : String(error)}`)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}
