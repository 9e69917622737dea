import { useState } from 'react'
import { download } from '../../browser/http/client'
import { showRefusal } from '../../browser/http/failures'
import type { EndpointId } from '../../contract/endpoints'
import type { QueryParams } from '../../contract/list-query'

/** Renders a button that ignores clicks while `work` runs. The button shows `text`; `label` is its accessible name. */
export const BusyButton = ({
  text,
  label,
  className,
  work,
}: {
  text: string
  label: string
  className: string
  work: () => Promise<void>
}) => {
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    await work().catch(showRefusal)
    setPending(false)
  }
  return (
    <button
      type="button"
      className={className}
      aria-disabled={pending}
      aria-label={label}
      onClick={() => !pending && void run()}
    >
      {text}
    </button>
  )
}

/**
 * Renders a button that downloads a file.
 * Its accessible name includes `name`, the number of the bill or receipt.
 * With `plain` the button is small and not filled with colour.
 */
export const PayerDownloadButton = ({
  call,
  query,
  text,
  name,
  plain,
}: {
  call: EndpointId
  query: QueryParams
  text: string
  name: string
  plain?: true
}) => (
  <BusyButton
    text={text}
    label={`${text} ${name}`}
    className={plain ? 'button button-plain button-small' : 'button'}
    work={() => download(call, { query })}
  />
)
