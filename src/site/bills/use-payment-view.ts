import { useLocation, useNavigate } from 'react-router-dom'

/** A code that is shown in full screen. */
export type ShownCode = 'store' | 'post' | 'qr'

/** What the payment page shows; it is the state of an entry of the browser's history, so that Back closes it. */
interface PaymentView {
  /** The SerialId of the bill whose ways to pay are shown. */
  readonly paying?: number
  readonly code?: ShownCode
}

/** Returns what the payment page shows, and the functions that change it. */
export const usePaymentView = () => {
  const navigate = useNavigate()
  const view: PaymentView = useLocation().state ?? {}
  const open = (state: PaymentView, preventScrollReset: boolean) => void navigate('.', { state, preventScrollReset })
  return {
    ...view,
    /** Shows the ways to pay a bill. */
    pay: (paying: number) => open({ paying }, false),
    /** Shows a code in full screen. */
    show: (code: ShownCode) => open({ ...view, code }, true),
    /** Closes what was opened last. */
    back: () => void navigate(-1),
  }
}
