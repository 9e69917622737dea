import { remembered } from '../../browser/remembered'
import { useStore } from '../../browser/store'

const choice = remembered('TABLE_DENSITY')

/** How close the rows of every table stand, and the switch between the two. */
export const useDensity = (): { readonly dense: boolean; readonly toggle: () => void } => {
  const dense = useStore(choice) === 'dense'
  return { dense, toggle: () => choice.set(dense ? null : 'dense') }
}
