import { type ComponentType, lazy, Suspense } from 'react'
import { type ActionDialogProps, defineScreens } from '../../src/admin'

/** Returns a component whose code is loaded when it is first rendered: the list of bills, which most users open first, needs none of these components. */
const loadedOnDemand = <Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const Loaded = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}

const loadForm = () => import('./BillForm')
const loadDialogs = () => import('./NoticeDialog')
const loadSections = () => import('./PaymentSections')

export default defineScreens({
  AboveCreateInputs: loadedOnDemand(async () => (await loadForm()).BillAutofill),
  AboveEditInputs: loadedOnDemand(async () => (await loadForm()).BillAutofillWithWarning),
  ShowSummary: loadedOnDemand(async () => (await loadSections()).ReprintNotice),
  ShowExtra: loadedOnDemand(async () => (await loadSections()).PaymentSections),
  ActionDialogs: {
    MailNotice: loadedOnDemand<ActionDialogProps>(async () => (await loadDialogs()).MailNoticeDialog),
    TextNotice: loadedOnDemand<ActionDialogProps>(async () => (await loadDialogs()).TextNoticeDialog),
  },
})
