import { test } from 'vitest'
import { sampled } from '../support/sample'
import { widths } from './support/browser'
import { bankUsers, makeTour, pagesOf, type Tour, tourTimeout } from './support/role-tours'

// Every page of the portal, as each user of the bank sees it in a browser, with the data of the demo.

const tours: readonly Tour[] = bankUsers.flatMap((who) =>
  widths.map((width) => ({ ...who, width, pages: pagesOf(who.role) })),
)

/** Each page once, on a phone. */
const sample = tours.filter(({ user, width }) => user === 'bankop01' && width === 390)

test.each(sampled(tours, sample))(
  'the pages of $user ($company) have no problem at $width px, and show what they are for',
  makeTour,
  tourTimeout,
)
