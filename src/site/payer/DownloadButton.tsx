import { useState } from 'react'
import { download } from '../../browser/http/client'
import { showRefusal } from '../../browser/http/failures'
import type { EndpointId } from '../../contract/endpoints'
import type { QueryParams } from '../../contract/list-query'

interface Props {
  readonly call: EndpointId
  readonly query: QueryParams
  readonly text: string
  /** What the file is of, for those who hear the page. */
  readonly name: string
  readonly plain?: true
}

/** Downloads a file; one at a time. */
export const DownloadButton = ({ call, query, text, name, plain }: Props) => {
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
