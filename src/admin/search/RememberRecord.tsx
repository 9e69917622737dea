import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useResourceContext } from 'react-admin'
import { useParams } from 'react-router-dom'
import { usePortal } from '../portal'
import { rememberRecord } from './recent-records'

/** Remembers the record of a detail page for the search; renders nothing. */
export const RememberRecord = () => {
  const queryClient = useQueryClient()
  const { schemas } = usePortal()
  const page = useResourceContext() ?? ''
  const { id = '' } = useParams()
  useEffect(() => {
    const ending = new AbortController()
    if (schemas.has(page)) rememberRecord(schemas.get(page), { id, queryClient, signal: ending.signal })
    return () => ending.abort()
  }, [page, id, schemas, queryClient])
  return null
}
