//go:build cgo

#include "inside.h"

void *oct_room(oct_list *list, size_t size, size_t n) {
  if (list->room - list->n < n) {
    size_t room = list->room ? list->room * 2 : 64;
    while (room - list->n < n) room *= 2;
    void *at = realloc(list->at, room * size);
    if (!at) return NULL;
    list->at = at;
    list->room = room;
  }
  return (char *)list->at + list->n * size;
}

void *oct_add(oct_list *list, size_t size) {
  void *at = oct_room(list, size, 1);
  if (at) {
    memset(at, 0, size);
    list->n++;
  }
  return at;
}

static oct_entry *slot(oct_map *map, const void *key) {
  size_t i = ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15u >> 20;
  for (;; i++) {
    oct_entry *e = &map->at[i & (map->room - 1)];
    if (!e->key || e->key == key) return e;
  }
}

oct_entry *oct_map_get(oct_map *map, const void *key) {
  if (!map || !map->room || !key) return NULL;
  oct_entry *e = slot(map, key);
  return e->key ? e : NULL;
}

bool oct_map_put(oct_map *map, oct_entry entry) {
  if (map->n * 2 >= map->room) {
    oct_map wider = {calloc(map->room ? map->room * 2 : 256, sizeof *map->at), map->n, map->room ? map->room * 2 : 256};
    if (!wider.at) return false;
    for (size_t i = 0; i < map->room; i++)
      if (map->at[i].key) *slot(&wider, map->at[i].key) = map->at[i];
    free(map->at);
    *map = wider;
  }
  oct_entry *e = slot(map, entry.key);
  if (!e->key) map->n++;
  *e = entry;
  return true;
}
