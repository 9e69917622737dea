import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { OperatorError } from '../../../../src/server/node/operator-error'
import { lockFile } from '../../../../src/server/node/pglite/lock'

// node --import tsx contender.ts <lock> <times>: tries without a pause until it has had the lock so many times, while
// others do the same.
const [lock = '', times = '0'] = process.argv.slice(2)
const held = `${lock}-held`
let count = 0
while (count < Number(times)) {
  const release = await lockFile(lock).catch((error: unknown) => {
    if (error instanceof OperatorError) return null
    throw error
  })
  if (release) {
    // Throws if another process has the lock too, which ends this process.
    writeFileSync(held, '', { flag: 'wx' })
    await setTimeout(1)
    count++
    rmSync(held)
    if (count % 3 === 0) release()
    else leaveBehind(count)
  }
  await setImmediate()
}

/** Behaves like a killed process: the lock is never released. */
function leaveBehind(no: number): void {
  const dead = `${lock}.dead-${process.pid}`
  writeFileSync(dead, no % 3 === 1 ? '{}' : `left behind ${process.pid} ${no}`)
  renameSync(dead, lock)
}
