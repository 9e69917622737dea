import axe from 'axe-core'
import { expect } from 'vitest'

/**
 * Returns the accessibility violations that axe finds on the page, one line each.
 * Transitions are switched off, because half-faded colours have too little contrast.
 */
export const violations = async (options: axe.RunOptions = {}): Promise<string[]> => {
  const noTransitions = document.head.appendChild(document.createElement('style'))
  noTransitions.textContent = '*, ::before, ::after { transition: none !important }'
  await animationsFinished()
  // Without the descriptions of what passes, which take longer than the rules.
  const { violations: found } = await axe.run(document.body, {
    resultTypes: ['violations'],
    selectors: false,
    ...options,
  })
  noTransitions.remove()
  return [
    ...found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`),
    ...obstructedPasswords(),
  ]
}

/**
 * Returns the password fields that hinder password managers: those without their purpose, and those that reject what is
 * pasted.
 */
const obstructedPasswords = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')].flatMap((input) => {
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() })
    input.dispatchEvent(paste)
    const isNamed = /^(current|new)-password$/.test(input.autocomplete)
    return isNamed && !paste.defaultPrevented
      ? []
      : [
          `password field ${input.name}: autocomplete "${input.autocomplete}", paste prevented: ${paste.defaultPrevented}`,
        ]
  })

/** Waits until all animations have ended, except endless ones. */
export const animationsFinished = (): Promise<void> =>
  expect.poll(() => document.getAnimations().filter(isEnding).length).toBe(0)

const isEnding = ({ effect, playState }: Animation): boolean =>
  playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
