// Our declarations of UCX's interface against its header.
#include "ucx/ucx_api.h"

#include <gtest/gtest.h>

#if __has_include(<ucp/api/ucp.h>)
#include <ucp/api/ucp.h>
#define UNCORK_HAS_UCX_HEADER
#endif

namespace uncork::ucx {
namespace {

#ifdef UNCORK_HAS_UCX_HEADER

#define EXPECT_SAME_FIELD(ours, field, theirs, theirField) \
  EXPECT_EQ(offsetof(theirs, theirField), offsetof(ours, field)); \
  EXPECT_EQ(sizeof(theirs::theirField), sizeof(ours::field))

TEST(UcxApi, structuresLieInMemoryAsUcxHasThem) {
  EXPECT_SAME_FIELD(Params, mask, ucp_params_t, field_mask);
  EXPECT_SAME_FIELD(Params, features, ucp_params_t, features);
  EXPECT_GE(sizeof(Params), sizeof(ucp_params_t));
  EXPECT_SAME_FIELD(WorkerParams, mask, ucp_worker_params_t, field_mask);
  EXPECT_SAME_FIELD(WorkerParams, threadMode, ucp_worker_params_t, thread_mode);
  EXPECT_GE(sizeof(WorkerParams), sizeof(ucp_worker_params_t));
  EXPECT_SAME_FIELD(EndpointParams, mask, ucp_ep_params_t, field_mask);
  EXPECT_SAME_FIELD(EndpointParams, address, ucp_ep_params_t, address);
  EXPECT_SAME_FIELD(EndpointParams, errorMode, ucp_ep_params_t, err_mode);
  EXPECT_SAME_FIELD(EndpointParams, errorCallback, ucp_ep_params_t, err_handler.cb);
  EXPECT_SAME_FIELD(EndpointParams, errorArgument, ucp_ep_params_t, err_handler.arg);
  EXPECT_GE(sizeof(EndpointParams), sizeof(ucp_ep_params_t));
  EXPECT_SAME_FIELD(MemoryParams, mask, ucp_mem_map_params_t, field_mask);
  EXPECT_SAME_FIELD(MemoryParams, address, ucp_mem_map_params_t, address);
  EXPECT_SAME_FIELD(MemoryParams, length, ucp_mem_map_params_t, length);
  EXPECT_SAME_FIELD(MemoryParams, flags, ucp_mem_map_params_t, flags);
  EXPECT_SAME_FIELD(MemoryParams, protection, ucp_mem_map_params_t, prot);
  EXPECT_GE(sizeof(MemoryParams), sizeof(ucp_mem_map_params_t));
  EXPECT_SAME_FIELD(RequestParams, mask, ucp_request_param_t, op_attr_mask);
  EXPECT_SAME_FIELD(RequestParams, flags, ucp_request_param_t, flags);
  EXPECT_SAME_FIELD(RequestParams, request, ucp_request_param_t, request);
  EXPECT_SAME_FIELD(RequestParams, callback, ucp_request_param_t, cb.send);
  EXPECT_SAME_FIELD(RequestParams, dataType, ucp_request_param_t, datatype);
  EXPECT_SAME_FIELD(RequestParams, user, ucp_request_param_t, user_data);
  EXPECT_SAME_FIELD(RequestParams, replyBuffer, ucp_request_param_t, reply_buffer);
  EXPECT_SAME_FIELD(RequestParams, memoryType, ucp_request_param_t, memory_type);
  EXPECT_SAME_FIELD(RequestParams, receiveInfo, ucp_request_param_t, recv_info);
#if UCP_API_VERSION >= UCP_VERSION(1, 13)
  EXPECT_SAME_FIELD(RequestParams, memory, ucp_request_param_t, memh);
#endif
  EXPECT_GE(sizeof(RequestParams), sizeof(ucp_request_param_t));
}

TEST(UcxApi, constantsAreUcxs) {
  EXPECT_EQ(static_cast<unsigned>(UCP_API_MAJOR), kMajor);
  EXPECT_EQ(UCS_INPROGRESS, kInProgress);
  EXPECT_EQ(UCS_ERR_BUSY, kBusy);
  EXPECT_EQ(UCS_ERR_CANCELED, kCanceled);
  EXPECT_EQ(UCS_ERR_LAST, kLastError);
  EXPECT_EQ(UCP_PARAM_FIELD_FEATURES, Params::kFeatures);
  EXPECT_EQ(UCP_FEATURE_RMA, Params::kFeatureRemoteMemory);
  EXPECT_EQ(UCP_FEATURE_WAKEUP, Params::kFeatureWakeup);
  EXPECT_EQ(UCP_WORKER_PARAM_FIELD_THREAD_MODE, WorkerParams::kThreadMode);
  EXPECT_EQ(UCS_THREAD_MODE_SERIALIZED, WorkerParams::kSerialized);
  EXPECT_EQ(UCP_EP_PARAM_FIELD_REMOTE_ADDRESS, EndpointParams::kRemoteAddress);
  EXPECT_EQ(UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE, EndpointParams::kErrorMode);
  EXPECT_EQ(UCP_EP_PARAM_FIELD_ERR_HANDLER, EndpointParams::kErrorHandler);
  EXPECT_EQ(UCP_ERR_HANDLING_MODE_PEER, EndpointParams::kPeer);
  EXPECT_EQ(UCP_MEM_MAP_PARAM_FIELD_ADDRESS, MemoryParams::kAddress);
  EXPECT_EQ(UCP_MEM_MAP_PARAM_FIELD_LENGTH, MemoryParams::kLength);
  EXPECT_EQ(UCP_MEM_MAP_PARAM_FIELD_PROT, MemoryParams::kProtection);
  EXPECT_EQ(UCP_MEM_MAP_PROT_LOCAL_READ, MemoryParams::kLocalRead);
  EXPECT_EQ(UCP_MEM_MAP_PROT_LOCAL_WRITE, MemoryParams::kLocalWrite);
  EXPECT_EQ(UCP_MEM_MAP_PROT_REMOTE_READ, MemoryParams::kRemoteRead);
  EXPECT_EQ(UCP_OP_ATTR_FIELD_CALLBACK, RequestParams::kCallback);
  EXPECT_EQ(UCP_OP_ATTR_FIELD_USER_DATA, RequestParams::kUser);
  EXPECT_EQ(UCP_OP_ATTR_FIELD_FLAGS, RequestParams::kFlags);
#if UCP_API_VERSION >= UCP_VERSION(1, 13)
  EXPECT_EQ(UCP_OP_ATTR_FIELD_MEMH, RequestParams::kMemory);
#endif
  EXPECT_EQ(UCP_EP_CLOSE_FLAG_FORCE, RequestParams::kForceClose);
}

#else

TEST(UcxApi, agreesWithUcxsHeader) {
  GTEST_SKIP() << "no ucp/api/ucp.h here (apt-get install libucx-dev)";
}

#endif

}  // namespace
}  // namespace uncork::ucx
