import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children in a second step, so that the rest of the page appears sooner.
 * The first step shows the placeholder.
 */
export const SecondStep = ({ placeholder = null, children }: { placeholder?: ReactNode; children: ReactNode }) =>
  useDeferredValue(true, false) ? children : placeholder
