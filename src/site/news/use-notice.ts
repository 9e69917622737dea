import { useCallback } from 'react'
import { capabilities } from '../../browser/capabilities'
import { ApiError, call } from '../../browser/http'
import type { NoticeInfo } from '../../contract/session'
import { useFetched } from '../use-fetched'

/** The notice with this number, or that there is none. */
export const useNotice = (id: string) => useFetched(useCallback((signal: AbortSignal) => fetchNotice(id, signal), [id]))

const fetchNotice = async (id: string, signal: AbortSignal): Promise<NoticeInfo | 'missing'> =>
  (await capabilities()).includes('Home.GetNotice') ? fetchOne(id, signal) : fetchFromList(id, signal)

const fetchOne = async (id: string, signal: AbortSignal): Promise<NoticeInfo | 'missing'> => {
  try {
    // Quiet: the page itself says what is missing.
    return await call<NoticeInfo>('Home.GetNotice', { params: { SerialId: id }, signal, quiet: true, overlay: true })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'missing'
    throw error
  }
}

// A backend that knows the specification alone has the newest notices in one list.
const fetchFromList = async (id: string, signal: AbortSignal): Promise<NoticeInfo | 'missing'> => {
  const notices = await call<readonly NoticeInfo[]>('Home.GetNotices', { signal, overlay: true })
  return notices.find(({ SerialId }) => String(SerialId) === id) ?? 'missing'
}
