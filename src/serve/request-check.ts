/** What a request says of itself. */
export interface RequestHead {
  readonly method: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/** Why a request is refused. */
export interface Refusal {
  readonly status: 403 | 405;
  readonly message: string;
}

const ownNames = ['localhost', '127.0.0.1'];

/**
 * Null: it is answered. A name of another host that leads here (DNS rebinding) shows in Host, and a page of another place that asks
 * in Origin: neither learns anything.
 */
export function refusalOf({ method, host, origin }: RequestHead, port: number): Refusal | null {
  const hosts = ownNames.map((name) => `${name}:${port}`);
  // Browsers leave out the port that http usually has.
  if (port === 80) hosts.push(...ownNames);
  if (host === undefined || !hosts.includes(host.toLowerCase()))
    return { status: 403, message: 'this server answers to localhost only' };
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`))
    return { status: 403, message: 'this server answers its own pages only' };
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, message: 'there is nothing but files here' };
  return null;
}
