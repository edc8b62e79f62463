// Matches kept in the browser (IndexedDB). Without such storage they live as long as the page.
// Knows no game: a match is its file plus the data shown in a list of matches.

/** The result of a finished match for the first person at the table. */
export interface MatchResult {
  place: number;
  seats: number;
  points: number;
  out: boolean;
}
export interface StoredMatch {
  id: string;
  game: string;
  created: number;
  updated: number;
  ply: number;
  over: boolean;
  names: string[];
  /** Only of a finished match with a person in it. */
  result?: MatchResult;
  /** The match file. */
  file: string;
}

const request = <T>(r: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    r.onsuccess = () => resolve(r.result);
    r.onerror = () => reject(r.error);
  });

export class Store {
  #db: IDBDatabase | undefined;
  #memory = new Map<string, StoredMatch>();
  /** Will a match survive the page? */
  get lasting(): boolean {
    return this.#db !== undefined;
  }

  static async open(): Promise<Store> {
    const store = new Store();
    try {
      const opening = indexedDB.open('casata', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('matches', { keyPath: 'id' });
      store.#db = await request(opening);
    } catch {
      store.#db = undefined;
    }
    return store;
  }

  #objects(mode: IDBTransactionMode): IDBObjectStore | undefined {
    return this.#db?.transaction('matches', mode, { durability: 'strict' }).objectStore('matches');
  }

  async get(id: string): Promise<StoredMatch | undefined> {
    const objects = this.#objects('readonly');
    return objects ? request<StoredMatch | undefined>(objects.get(id)) : this.#memory.get(id);
  }
  /** Resolves only when it is on the disk. */
  async put(match: StoredMatch): Promise<void> {
    this.#memory.set(match.id, match);
    const objects = this.#objects('readwrite');
    if (!objects) return;
    objects.put(match);
    await new Promise<void>((resolve, reject) => {
      objects.transaction.oncomplete = () => resolve();
      objects.transaction.onerror = objects.transaction.onabort = () => reject(objects.transaction.error);
    });
  }
  async remove(id: string): Promise<void> {
    this.#memory.delete(id);
    const objects = this.#objects('readwrite');
    if (objects) await request(objects.delete(id));
  }
  async list(): Promise<StoredMatch[]> {
    const objects = this.#objects('readonly');
    const all = objects ? await request<StoredMatch[]>(objects.getAll()) : [...this.#memory.values()];
    return all.sort((a, b) => b.updated - a.updated);
  }
}
