import axe from 'axe-core'
import { expect } from 'vitest'

/** What axe finds wrong on the page, in a few words each, without anything that fades: half-way in, colours have too little contrast. */
export const violations = async (options: axe.RunOptions = {}): Promise<string[]> => {
  const still = document.head.appendChild(document.createElement('style'))
  still.textContent = '*, ::before, ::after { transition: none !important }'
  await animationsFinished()
  const { violations: found } = await axe.run(document.body, options)
  still.remove()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
}

/** Waits until everything that moves has arrived; what turns for ever is left to turn. */
export const animationsFinished = (): Promise<void> => expect.poll(() => document.getAnimations().filter(arrives).length).toBe(0)

const arrives = ({ effect, playState }: Animation): boolean => playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
