/** Finds what shows a topic. */
export function createTopicIndex<Item extends { readonly topics: ReadonlySet<string> }>() {
  const byTopic = new Map<string, Set<Item>>();
  return {
    add: (item: Item): void => {
      for (const topic of item.topics) {
        const items = byTopic.get(topic);
        if (items === undefined) byTopic.set(topic, new Set([item]));
        else items.add(item);
      }
    },
    remove: (item: Item): void => {
      for (const topic of item.topics) {
        const items = byTopic.get(topic);
        if (items?.delete(item) === true && items.size === 0) byTopic.delete(topic);
      }
    },
    list: (topic: string): Item[] => [...(byTopic.get(topic) ?? [])],
    clear: (): void => byTopic.clear(),
  };
}
