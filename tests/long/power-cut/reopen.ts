import { openCluster } from '../../../src/server/node/pglite/cluster'
import { look } from './workload'

// Opens a folder after a cut and prints what it finds. PGlite loops forever after a panic, so a panic ends the process.
const { pglite } = await openCluster(process.argv[2] ?? '', (line) => {
  if (/PANIC|Aborted\(/.test(line)) {
    console.error(line)
    process.exit(1)
  }
  return false
})
console.log(JSON.stringify(await look(pglite)))
await pglite.close()
