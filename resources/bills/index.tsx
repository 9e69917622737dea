import { type ComponentType, lazy, Suspense } from 'react'
import { defineScreens } from '../../src/admin'

/** Returns a part that is loaded when it is first rendered: the list, which most users open first, needs none of them. */
const onDemand = (load: () => Promise<ComponentType>): ComponentType => {
  const Part = lazy(async () => ({ default: await load() }))
  return () => (
    <Suspense>
      <Part />
    </Suspense>
  )
}

const form = () => import('./BillForm')
const sections = () => import('./PaymentSections')

export default defineScreens({
  CreateProposals: onDemand(async () => (await form()).BillProposals),
  EditNotice: onDemand(async () => (await form()).ReprintWarning),
  ShowSummary: onDemand(async () => (await sections()).ReprintNotice),
  ShowExtra: onDemand(async () => (await sections()).PaymentSections),
})
