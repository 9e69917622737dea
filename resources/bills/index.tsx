import { type ComponentType, lazy, Suspense } from 'react'
import { type ActionDialogProps, defineScreens } from '../../src/admin'

/** Returns a component whose code is loaded when it is first rendered. The list of bills, which most users open first, needs none of these components. */
const lazyComponent = <Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const LazyComponent = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense>
      <LazyComponent {...props} />
    </Suspense>
  )
}

const loadAutofill = () => import('./BillAutofill')
const loadDialogs = () => import('./NoticeDialog')
const loadSections = () => import('./PaymentSections')

export default defineScreens({
  AboveCreateInputs: lazyComponent(async () => (await loadAutofill()).BillAutofill),
  AboveEditInputs: lazyComponent(async () => (await loadAutofill()).BillAutofillWithWarning),
  ShowSummary: lazyComponent(async () => (await loadSections()).ReprintWarning),
  ShowExtra: lazyComponent(async () => (await loadSections()).PaymentSections),
  ActionDialogs: {
    MailNotice: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).MailNoticeDialog),
    TextNotice: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).TextNoticeDialog),
  },
})
