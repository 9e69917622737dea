/** Messages to people, in the order in which they were asked for; in demo mode they are read at `/demo/outbox`. */
export const outboxTable: readonly string[] = [
  `create table if not exists outbox (
    outbox_id bigint generated always as identity primary key,
    create_time timestamptz not null,
    channel text not null,
    recipient text not null,
    subject text not null,
    body text not null,
    sent_time timestamptz
  )`,
]
