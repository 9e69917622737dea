import { useState } from 'react'
import { warn } from '../../browser/dialogs'
import { call } from '../../browser/http'
import { navigation } from '../../browser/navigation'
import type { PaymentLink } from '../../contract/session'
import { showRefusal } from '../show-refusal'

interface Props {
  readonly link: 'PayerArea.GetEBillLink' | 'PayerArea.GetBankMobileLink'
  readonly serialId: number
  readonly text: string
  readonly name: string
}

/** Fetches the address where a bill can be paid online, and goes there. */
export const LinkButton = ({ link, serialId, text, name }: Props) => {
  const [pending, setPending] = useState(false)
  const go = async () => {
    setPending(true)
    await call<PaymentLink>(link, { query: { SerialId: serialId }, overlay: true })
      .then(({ Url }) => leave(Url))
      .catch(showRefusal)
    setPending(false)
  }
  return (
    <button type="button" className="button button-plain" aria-disabled={pending} aria-label={`前往${text}繳費 ${name}`} onClick={() => !pending && void go()}>
      {text}
    </button>
  )
}

// Whatever the backend answers, nothing but a secure page or one of this site is opened.
const leave = (url: string) => {
  const isSafe = /^\/(?!\/)/.test(url) || url.startsWith('https://')
  if (isSafe) navigation.leaveTo(url)
  else void warn('繳費網址有誤', '請稍後再試，或改用其他繳費方式。')
}
