import { useState } from 'react'
import { download } from '../../browser/http/client'
import { showRefusal } from '../../browser/http/failures'
import type { EndpointId } from '../../contract/endpoints'
import type { QueryParams } from '../../contract/list-query'

/** Downloads a file; one at a time. */
export const DownloadButton = ({ call, query, text, name, plain }: { call: EndpointId; query: QueryParams; text: string; name: string; plain?: true }) => {
  const [pending, setPending] = useState(false)
  const fetchIt = async () => {
    setPending(true)
    await download(call, { query }).catch(showRefusal)
    setPending(false)
  }
  return (
    <button
      type="button"
      className={plain ? 'button button-plain button-small' : 'button'}
      aria-disabled={pending}
      aria-label={`${text} ${name}`}
      onClick={() => !pending && void fetchIt()}
    >
      {text}
    </button>
  )
}
