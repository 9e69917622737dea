import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { OperatorError } from '../../../../src/server/node/operator-error'
import { lockFile } from '../../../../src/server/node/pglite/lock'

// node --import tsx contender.ts <lock> <tries>: takes the lock repeatedly while others do the same, and prints how often it had it.
const [lock = '', tries = '0'] = process.argv.slice(2)
const held = `${lock}-held`
let count = 0
for (let no = 0; no < Number(tries); no++) {
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
    if (no % 3 === 0) release()
    else leaveBehind(no)
  }
  await setTimeout(Math.random() * 3)
}
console.log(count)

/** Behaves like a killed process: the lock is never released. */
function leaveBehind(no: number): void {
  const dead = `${lock}.dead-${process.pid}`
  writeFileSync(dead, no % 3 === 1 ? '{}' : `left behind ${process.pid} ${no}`)
  renameSync(dead, lock)
}
