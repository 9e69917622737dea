import { demoText } from './demo-text'
import { readSettings } from './settings'
import { type RunningPortal, startPortal } from './start'
import { StartRefusal } from './start-refusal'

const { settings, problems } = readSettings(process.env)
if (problems.length > 0) refuse(['The portal does not start with these settings:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
else await startPortal(settings, console.log).then(welcome, failed)

function welcome(portal: RunningPortal): void {
  console.log(`\nThe portal is ready: ${portal.url}   (Ctrl-C stops it)`)
  if (portal.demo) console.log(demoText(portal.url, portal.demo))
  // Ctrl-C under npm arrives twice, from the terminal and from npm; the second one must not cut the clean stop short.
  let leaving = false
  const stop = () => {
    if (!leaving) void leave(portal)
    leaving = true
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
}

async function leave(portal: RunningPortal): Promise<void> {
  console.log('\nStopping …')
  await portal.close()
  console.log('Stopped; all data is on disk.')
  process.exit(0)
}

function failed(error: unknown): void {
  refuse(error instanceof StartRefusal ? error.message : `The portal could not start: ${error instanceof Error ? error.message : String(error)}`)
  if (settings.logLevel === 'debug') console.error(error)
  process.exit()
}

function refuse(text: string): void {
  console.error(text)
  process.exitCode = 1
}
