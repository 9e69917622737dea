import { useState } from 'react'
import { showWarning } from '../../browser/dialogs/dialogs'
import { ApiError } from '../../browser/http/api-error'
import { download } from '../../browser/http/client'
import { showRefusal } from '../../browser/http/failures'
import type { EndpointId } from '../../contract/endpoints'
import type { QueryParams } from '../../contract/list-query'

/** Renders a button that ignores clicks while `work` runs. The button shows `text`; `label` is its accessible name. */
export const BusyButton = ({
  text,
  label,
  className,
  id,
  work,
}: {
  text: string
  label: string
  className: string
  id?: string
  work: () => Promise<void>
}) => {
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    await work().catch(showFailure)
    setPending(false)
  }
  return (
    <button
      type="button"
      id={id}
      className={className}
      aria-disabled={pending}
      aria-label={label}
      onClick={() => !pending && void run()}
    >
      {text}
    </button>
  )
}

// Code that a button needs may fail to load.
const showFailure = (error: unknown): void => {
  if (error instanceof ApiError) showRefusal(error)
  else void showWarning('畫面無法載入', '可能是網路中斷，或網站剛更新。請重新整理網頁後再試。')
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
